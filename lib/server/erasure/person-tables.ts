/**
 * Parameters of every statement: what identifies the person, what replaces it, and the lists whose
 * exports may contain them.
 */
export const erasureValues = {
  /** text[]: the person's ids. */
  ids: "$1::text[]",
  /** text[]: the person's names. */
  names: "$2::text[]",
  /** text: replaces ids. */
  alias: "$3::text",
  /** text: replaces names. */
  label: "$4::text",
  /** text[]: ids of the catalogue's operations whose records identify people. */
  operations: "$5::text[]",
} as const

const { ids, names, alias, label, operations } = erasureValues

/** A statement and its effect; `{}` is replaced by the table's name. */
export interface ErasureStep {
  readonly does: "removed" | "renamed"
  readonly sql: string
}

const remove = (where: string): ErasureStep => ({
  does: "removed",
  sql: `delete from {} where ${where}`,
})
const rename = (set: string, where: string): ErasureStep => ({
  does: "renamed",
  sql: `update {} set ${set} where ${where}`,
})

/** Shared items are kept for others without their owner; the rest is deleted. */
const sharedByOwner: readonly ErasureStep[] = [
  remove(`owner = any(${ids}) and role is null`),
  rename(`owner = ${alias}, owner_name = ${label}`, `owner = any(${ids})`),
]
const byPerson: readonly ErasureStep[] = [
  rename(`person_id = ${alias}, person_name = ${label}`, `person_id = any(${ids})`),
]

/**
 * What erasing a person does to each table of the schema `dashboard`. A table without steps
 * identifies nobody, except in texts that people wrote, which are searched in every table. A test
 * fails for tables missing here.
 */
export const dashboardErasure: Readonly<Record<string, readonly ErasureStep[]>> = {
  session: [remove(`person = any(${ids})`)],
  saved_view: sharedByOwner,
  chart_note: sharedByOwner,
  default_view: [remove(`holder_kind = 'person' and holder = any(${ids})`)],
  hidden_view: [remove(`person = any(${ids})`)],
  recent_record: [remove(`person = any(${ids})`)],
  keyed_document: [remove(`kind = 'home' and id = any(${ids})`)],
  user_name: [remove(`id::text = any(${ids})`)],
  user_names_upload: [rename(`uploaded_by = ${label}`, `uploaded_by = any(${names} || ${ids})`)],
  workspace_edit: [rename(`changed_by = ${alias}`, `changed_by = any(${ids})`)],
  export_job: [
    remove(`person = any(${ids}) or order_text::json ->> 'operation' = any(${operations})`),
  ],
  export_page: [],
  export_part: [],
  edit: byPerson,
  edit_batch: byPerson,
  edit_batch_action: byPerson,
  edit_batch_item: [rename(`actor_id = ${alias}, actor_name = ${label}`, `actor_id = any(${ids})`)],
  call_log: [],
  call_log_call: [],
  call_log_waiter: [],
  department_name: [],
  department_names_reading: [],
  workspace_revision: [],
  data_set_goal: [],
  data_set_target: [],
  retention_work: [],
  dashboard_migration: [],
  // The audit's events are kept but no longer identify anyone.
  audit_person: [remove(`subject = any(${ids})`)],
}

/** The append-only table of the schema `dashboard`. */
export const isOnlyGrowing = (table: string): boolean => table === "audit_event"

/**
 * What erasing a person does to the tables of the schema `replica` that hold no platform records;
 * all other tables hold them.
 */
export const replicaErasure: Readonly<Record<string, readonly ErasureStep[]>> = {
  sync_list: [rename("ordered_by = null, orderer_name = null", `ordered_by = any(${ids})`)],
  sync_policy: [],
  sync_calls: [],
  sync_operation: [],
  point_rollup_by_label: [],
  point_rollup_by_department: [],
  point_rollup_due: [],
  point_band: [],
  point_band_state: [],
  point_band_due: [],
  personal_data_set: [],
  setting: [],
  container: [],
  replica_migration: [],
}
