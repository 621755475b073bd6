-- Where people work: the department that their file names, the region that it is in, and it with all above it.
alter table user_name add column if not exists department_id uuid,
  add column if not exists region_id uuid,
  add column if not exists above uuid[];
-- The next reading of the departments finds the places of those who are here already.
update department_names_reading set expired = true;
