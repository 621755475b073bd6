/** Makes the schema of that quoted name where there is none, also while other tables' preparations make it at the same time under locks of their own. */
export const createSchema = (schema: string): string => `
  do $make$ begin
    create schema if not exists ${schema};
  exception when duplicate_schema or unique_violation then null;
  end $make$;`
