import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import {
  catalogue,
  copySource,
  findOperation,
  type ListOperation,
  listOperations,
  parseWorkspace,
  singleOperations,
  type Workspace,
} from "@/lib/catalogue"
import { createUpstream, type Upstream } from "@/lib/platform"
import { loadDemoData } from "@/service/demo"
import { buildWorkspace } from "@/service/demo/workspace"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { desiredLists, keepCopies, knownParents } from "./automatic-lists"
import type { ListCopyStatus } from "./replica"
import { digestRows } from "./testing/digest-rows"
import { configOf, openReplicaWorld, type ReplicaWorld } from "./testing/open-replica-world"

const day = 86_400_000
const now = Date.parse("2026-03-01T00:00:00Z")
const guidOf = (number: number) => `00000000-0000-4000-8000-${`${number}`.padStart(12, "0")}`
const module = { kind: "contentModule", id: guidOf(1), name: "News", children: [] }

describe("desired lists", () => {
  const postsOf = (count: number, createdAt: Date) =>
    Array.from({ length: count }, (_, index) => ({
      ids: [guidOf(1), guidOf(index + 1000)],
      createdAt,
      changedAt: null,
    }))
  const viewsOf = (count: number, createdAt: Date, dailyCalls?: number) => {
    const copied = new Map([["contentPost", postsOf(count, createdAt)]])
    const parents = knownParents({ entries: [module] }, copied)
    const lists = desiredLists({ catalogue, parents, now, dailyCalls, policies: new Map() })
    return lists.filter(({ operation }) => operation === "content-views")
  }
  const old = new Date(now - 30 * day)

  test("Lists under copied or named parents and lists without parameters are desired, each once.", () => {
    const post = { kind: "contentPost", id: guidOf(1000), name: "Hello", children: [] }
    const workspace: Workspace = { entries: [{ ...module, children: [post] }] }
    const copied = new Map([["contentPost", postsOf(2, old)]])
    const lists = desiredLists({
      catalogue,
      parents: knownParents(workspace, copied),
      now,
      dailyCalls: undefined,
      policies: new Map(),
    })
    const paths = lists.map(
      ({ operation, parameters }) => `${operation} ${Object.values(parameters)}`,
    )
    expect(paths.filter((path) => path.startsWith("content"))).toEqual([
      `content-posts ${guidOf(1)}`,
      `content-views ${guidOf(1)},${guidOf(1000)}`,
      `content-views ${guidOf(1)},${guidOf(1001)}`,
      `content-post ${guidOf(1)},${guidOf(1000)}`,
      `content-post ${guidOf(1)},${guidOf(1001)}`,
    ])
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths).toContain("departments ")
    expect(paths).not.toContain("departments-v1.2 ")
  })

  test("Every list of the catalogue is desired.", () => {
    const everything = new Map(
      Object.keys(catalogue.containers).map((kind) => {
        const depth = (of: string): number => {
          const { parent } = catalogue.containers[of] ?? {}
          return parent === undefined ? 1 : 1 + depth(parent)
        }
        const ids = Array.from({ length: depth(kind) }, (_, index) => guidOf(index + 1))
        return [kind, [{ ids, createdAt: undefined, changedAt: undefined }]] as const
      }),
    )
    const lists = desiredLists({
      catalogue,
      parents: everything,
      now,
      dailyCalls: undefined,
      policies: new Map(),
    })
    const wanted = [
      ...listOperations(catalogue).map((operation) => copySource(catalogue, operation).id),
      ...singleOperations(catalogue).map(({ id }) => id),
    ]
    expect(new Set(lists.map(({ operation }) => operation))).toEqual(new Set(wanted))
  })

  const today = new Date(now - day)

  test("Lists of new records sync hourly, within a fifth of the daily calls; others every 20 hours.", () => {
    expect(viewsOf(300, today)[0]?.everyMinutes).toBe(60)
    expect(viewsOf(300, today, 14_400)[0]?.everyMinutes).toBe(150)
    expect(viewsOf(4000, today, 14_400)[0]?.everyMinutes).toBe(1200)
    expect(viewsOf(300, old)[0]?.everyMinutes).toBe(1200)
    const minutes = viewsOf(300, today, 14_400).map(({ everyMinutes }) => everyMinutes)
    const calls = minutes.reduce((sum, each) => sum + 1440 / each, 0)
    expect(calls).toBeLessThanOrEqual(14_400 / 5)
  })

  test("Lists of the 60 newest records rank before the others.", () => {
    const ranks = viewsOf(100, old).map(({ rank }) => rank)
    expect(ranks.filter((rank) => rank === ranks[0])).toHaveLength(60)
    expect(Math.max(...ranks.slice(0, 60))).toBeLessThan(Math.min(...ranks.slice(60)))
  })
})

describe("automatic copies", () => {
  let service: TestService
  let workspace: Workspace
  const worlds: ReplicaWorld[] = []

  beforeAll(async () => {
    service = await startTestService({ databaseUrl: inject("databaseUrl"), count: 0 })
    await loadDemoData({ store: service.store, catalogue, scale: 0.02 })
    const parsed = parseWorkspace(catalogue, buildWorkspace({ catalogue, scale: 0.02 }))
    if (!parsed.ok) throw new Error("The demo's workspace is faulty.")
    workspace = parsed.workspace
  })
  afterAll(async () => {
    for (const world of worlds) await world.close()
    await service.stop()
  })

  const open = async (upstream: Pick<Upstream, "read">) => {
    const config = configOf(service.origin)
    const world = await openReplicaWorld({
      databaseUrl: inject("databaseUrl"),
      config,
      upstream,
    })
    worlds.push(world)
    const keep = () =>
      keepCopies({
        catalogue,
        replica: world.replica,
        readWorkspace: async () => workspace,
        dailyCalls: undefined,
        clock: Date.now,
        complain: () => {},
      })
    return { world, keep }
  }
  const platform = () =>
    createUpstream({ catalogue, config: configOf(service.origin), clock: Date.now })
  const operationOf = (id: string) => findOperation(catalogue, id) as ListOperation
  const isOver = ({ state, isComplete }: ListCopyStatus) => state === "failed" || isComplete

  async function waitForAll({ replica }: ReplicaWorld): Promise<readonly ListCopyStatus[]> {
    for (let tries = 0; tries < 3000; tries += 1) {
      const lists = await replica.list()
      if (lists.length > 0 && lists.every(isOver)) return lists
      await delay(20)
    }
    throw new Error("Lists are not copied.")
  }

  test("All lists are copied without a request, those of copied records too, and equal the platform's data.", async () => {
    const { world, keep } = await open(platform())
    await keep()
    await waitForAll(world)
    await keep()
    const lists = await waitForAll(world)
    const failed = lists.filter(({ state }) => state === "failed")
    expect(new Set(failed.map(({ reason }) => reason))).toEqual(new Set(["feature_not_enabled"]))
    const whole = lists.filter(({ isComplete }) => isComplete)
    const kinds = new Set(whole.map(({ operation }) => operation))
    const sources = listOperations(catalogue).map((each) => copySource(catalogue, each).id)
    expect(kinds).toEqual(new Set(sources))
    const posts = (await world.replica.parents(["contentPost"])).get("contentPost")
    expect(lists.filter(({ operation }) => operation === "content-views")).toHaveLength(
      posts?.length ?? 0,
    )
    for (const { operation, parameters } of whole) {
      const [list, ids] = [operationOf(operation), parameters]
      const copy = await digestRows(world.pool, world.schema, list, ids)
      expect(copy).toEqual(await digestRows(world.pool, service.schema, list, ids))
    }
  })

  const waitForRecords = async ({ pool, schema }: ReplicaWorld) => {
    const text = `select count(*)::int as open from "${schema}".sync_list
      where operation = any($1) and checked_at is null and state <> 'failed'`
    const records = singleOperations(catalogue).map(({ id }) => id)
    for (let tries = 0; tries < 3000; tries += 1) {
      const { rows } = await pool.query<{ open: number }>(text, [records])
      if (rows[0]?.open === 0) return
      await delay(20)
    }
    throw new Error("Records are not copied.")
  }

  const contentOf = async (
    schema: string,
    table: string,
    columns: string,
    { pool }: ReplicaWorld,
  ) => {
    const text = `select ${columns} from "${schema}".${table} order by id`
    return (await pool.query(text)).rows
  }

  test("Fields that only a single record returns are copied, and a sync of its list does not remove them.", async () => {
    const { world, keep } = await open(platform())
    await keep()
    await waitForAll(world)
    await keep()
    await waitForAll(world)
    await waitForRecords(world)
    const byId = ["locales", "permissions", "mentions", "medias"]
    const columns = `id, ${byId.join("::text, ")}::text`
    const filled = `id, ${byId.map((name) => `coalesce(${name}::text, '[]') as ${name}`).join(", ")}`
    const [copy, own] = [world.schema, service.schema]
    const posts = await contentOf(copy, "content_post", columns, world)
    expect(posts.length).toBeGreaterThan(0)
    expect(posts).toEqual(await contentOf(own, "content_post", filled, world))
    for (const table of ["calendar_event", "communication_template", "stage_comment"]) {
      const rows = await contentOf(copy, table, "id", world)
      expect(rows.length, table).toBeGreaterThan(0)
      expect(rows).toEqual(await contentOf(own, table, "id", world))
    }
    const [list] = (await world.replica.list()).filter(
      ({ operation }) => operation === "content-posts",
    )
    if (!list) throw new Error("No list of posts is copied.")
    await service.query(`update content_post set sort_order = coalesce(sort_order, 0) + 1`)
    await world.recheck({ operation: list.operation, parameters: list.parameters })
    const { rows } = await world.pool.query(
      `select count(*) filter (where locales is null)::int as lost from "${copy}".content_post`,
    )
    expect(rows).toEqual([{ lost: 0 }])
  })

  test("A record that is read before its list contains it is read again.", async () => {
    const { world } = await open(platform())
    const [module] = workspace.entries.filter(({ kind }) => kind === "contentModule")
    const [post] = module?.children ?? []
    if (!module || !post) throw new Error("The workspace names no post.")
    const record = {
      operation: "content-post",
      parameters: { moduleId: module.id, contentId: post.id },
    }
    await world.replica.start(record)
    await world.waitFor(record, ({ reason }) => reason === "not_copied")
    await world.sync({ operation: "content-posts", parameters: { moduleId: module.id } })
    await world.waitFor(record, ({ isComplete }) => isComplete)
    const { rows } = await world.pool.query(
      `select locales is not null as "isFilled" from "${world.schema}".content_post where id = $1`,
      [post.id],
    )
    expect(rows).toEqual([{ isFilled: true }])
  })

  test("The last 90 days of every data set are copied before older data.", async () => {
    const seen: string[] = []
    const upstream = platform()
    const read: Upstream["read"] = (requested) => {
      if (requested.operation.id === "data-points") seen.push(requested.search.toString())
      return upstream.read(requested)
    }
    const { world, keep } = await open({ read })
    await keep()
    await waitForAll(world)
    const isNewest = (search: string) =>
      !search.includes("timeStamp%5Blt%5D") && !search.includes("cursor")
    const dataSets = workspace.entries.filter(({ kind }) => kind === "dataSet").length
    const first = seen.filter((search) => !search.includes("cursor"))
    expect(first.slice(0, dataSets).every(isNewest)).toBe(true)
    expect(first).toHaveLength(4 * dataSets)
  })
})
