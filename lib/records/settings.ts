import { randomBytes } from "node:crypto"
import { type DatabaseSession, quoteName } from "../db"

/** Small texts by key, shared by all instances. */
export interface Settings {
  readSetting(key: string): Promise<string | undefined>
  writeSetting(key: string, value: string): Promise<void>
}

const cursorKeyName = "cursor_key"

export const createSettingTable = (schema: string): string =>
  `create table if not exists ${quoteName(schema)}.setting (key text primary key, value text not null)`

/** Inserts a random cursor key if there is none. The first of several writers wins. */
export const ensureCursorKey = (session: DatabaseSession, schema: string) =>
  session.query(
    `insert into ${quoteName(schema)}.setting values ($1, $2) on conflict (key) do nothing`,
    [cursorKeyName, randomBytes(32).toString("base64url")],
  )

export function createSettings(session: DatabaseSession, schema: string): Settings {
  const table = `${quoteName(schema)}.setting`
  return {
    async readSetting(key) {
      const rows = await session.query<{ value: string }>(
        `select value from ${table} where key = $1`,
        [key],
      )
      return rows[0]?.value
    },
    async writeSetting(key, value) {
      await session.query(
        `insert into ${table} values ($1, $2)
         on conflict (key) do update set value = excluded.value`,
        [key, value],
      )
    },
  }
}

/** The key that encrypts cursors, the same for every instance. Throws if `migrate` has not run. */
export async function readCursorKey(settings: Settings): Promise<Uint8Array> {
  const text = await settings.readSetting(cursorKeyName)
  if (text === undefined) throw new Error("The database holds no cursor key; run migrate first.")
  return Buffer.from(text, "base64url")
}
