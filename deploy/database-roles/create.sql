-- One role per process. Run this once per PostgreSQL server, as a role that may create roles; then set their passwords
-- (`\\password waypost_api` in psql) and run `waypost migrate` as the owner of the database, which grants each role what it needs.
do $$
declare
  name text;
begin
  foreach name in array array['waypost_api', 'waypost_scan', 'waypost_worker'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls', name);
    end if;
  end loop;
end
$$;

-- The API may go through a pooler such as PgBouncer, which takes no settings per connection. So the role has the time-outs.
alter role waypost_api set timezone = 'UTC';
alter role waypost_api set statement_timeout = '8s';
alter role waypost_api set lock_timeout = '4s';
alter role waypost_api set idle_in_transaction_session_timeout = '10s';
