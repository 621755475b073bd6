/** Columns of a file of user names. */
export const userNameColumns = {
  required: ["id", "name"],
  optional: ["department", "email", "title"],
} as const

/** Columns of a file of names for the workspace; a parent is an id. */
export const workspaceNameColumns = {
  required: ["kind", "id", "name"],
  optional: ["parent"],
} as const
