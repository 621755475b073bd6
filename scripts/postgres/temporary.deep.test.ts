import fs from "node:fs"
import { expect, test } from "vitest"
import { startTemporaryPostgres } from "./temporary"
import { query } from "./test-clusters"

test("temporary clusters run side by side and are removed on stop", async () => {
  const servers = await Promise.all([startTemporaryPostgres(), startTemporaryPostgres()])
  const sockets = servers.map(({ url }) => new URL(url("test")).searchParams.get("host") ?? "")
  expect(new Set(sockets).size).toBe(2)
  for (const { url, stop } of servers) {
    expect(await query(url("test"), "show fsync")).toEqual([{ fsync: "off" }])
    await stop()
  }
  expect(sockets.filter((socket) => fs.existsSync(socket))).toEqual([])
})
