-- What the browser called itself when somebody signed in, so that they know their sessions apart.
alter table session add column if not exists user_agent text check (length(user_agent) <= 300);
