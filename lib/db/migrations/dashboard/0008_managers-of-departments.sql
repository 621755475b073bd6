-- Whose names analysts see: those of departments' managers. All departments are read again for it.
alter table department_name add column if not exists manager_user_id text;
update department_names_reading set expired = true;
