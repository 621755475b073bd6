/** The tabs of the settings, as their addresses name them. */
export const settingsTabs = [
  "workspace",
  "names",
  "copies",
  "smallGroups",
  "edits",
  "sessions",
  "privacy",
  "audit",
  "status",
] as const
