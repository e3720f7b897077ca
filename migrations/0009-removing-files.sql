-- Since when a file is being taken away; a render that needs it again waits until that is over.
alter table replaced_files add column removing_since timestamptz(3);
