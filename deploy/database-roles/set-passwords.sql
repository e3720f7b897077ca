-- psql --set=api=… --set=scan=… --set=worker=… --file=set-passwords.sql, as a role that may change roles.
alter role waypost_api password :'api';
alter role waypost_scan password :'scan';
alter role waypost_worker password :'worker';
