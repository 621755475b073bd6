import { createHash } from "node:crypto"
import type { Redis } from "ioredis"

/** A Lua script by its text; the server is sent the text only when it does not know it yet. */
export interface Script {
  readonly text: string
  readonly digest: string
}

export const createScript = (text: string): Script => ({
  text,
  digest: createHash("sha1").update(text).digest("hex"),
})

const isUnknownScript = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("NOSCRIPT")

/** Runs the script; its answer is as the script builds it, numbers cut to integers. */
export async function runScript(
  redis: Redis,
  { text, digest }: Script,
  keys: readonly string[],
  values: readonly (string | number | Buffer)[],
): Promise<unknown> {
  try {
    return await redis.evalsha(digest, keys.length, ...keys, ...values)
  } catch (error) {
    if (!isUnknownScript(error)) throw error
    return redis.eval(text, keys.length, ...keys, ...values)
  }
}
