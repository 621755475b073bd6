import type { DashboardStatus } from "@/lib/client"

const instance = {
  version: "1.4.0+k3J9aQ2x",
  node: "v24.4.0",
  startedAt: "2026-11-27T03:02:11.000Z",
  status: "ready",
  impaired: [],
  draining: false,
} as const

/** The status of a healthy dashboard with two instances. */
export const goodStatus: DashboardStatus = {
  asOf: "2026-11-27T04:12:30.000Z",
  readiness: {
    status: "ready",
    parts: [
      { part: "database", code: "ok" },
      { part: "upstream", code: "ok" },
    ],
    impaired: [],
    draining: false,
  },
  instances: [
    { ...instance, id: "a", name: "host-a:3000", seenSecondsAgo: 0, isThis: true },
    { ...instance, id: "b", name: "host-b:3000", seenSecondsAgo: 7, isThis: false },
  ],
  tables: {
    migrations: [
      { set: "dashboard", newest: "0003_notes-on-charts", state: "fits" },
      { set: "replica", newest: "0005_copy-policies", state: "fits" },
    ],
    misfits: [],
  },
  quota: {
    platformLimit: 100,
    limit: 95,
    windowSeconds: 61,
    used: 23,
    usedByLane: { person: 12, export: 8, sync: 3 },
    waiting: { person: 0, export: 4, sync: 0 },
    freeInSeconds: 0,
    turnInSeconds: 0,
    pausedSeconds: 0,
    isDown: false,
  },
  copies: {
    lists: 143,
    whole: 139,
    running: 3,
    paused: 1,
    asOf: "2026-11-27T03:55:00.000Z",
    failing: [],
  },
  exports: { waiting: 2, running: 1, paused: 0, failed: 0, oldestSeconds: 95 },
  jobs: [
    { kind: "copy", instance: "a", jobs: 3, leftSeconds: 21 },
    { kind: "export", instance: "b", jobs: 1, leftSeconds: 27 },
  ],
  statements: [
    {
      name: "select replica.data_point 3fa9c1",
      calls: 48,
      failed: 0,
      averageMs: 210,
      maxMs: 1840,
      lastAt: "2026-11-27T04:10:00.000Z",
    },
    {
      name: "insert dashboard.export_page 77ab02",
      calls: 913,
      failed: 2,
      averageMs: 9,
      maxMs: 420,
      lastAt: "2026-11-27T04:12:00.000Z",
    },
  ],
  errors: [
    {
      code: "upstream_timeout",
      operation: "departments",
      count: 3,
      lastAt: "2026-11-27T04:01:00.000Z",
    },
  ],
  disk: { files: { free: 41e9, all: 100e9 }, databaseBytes: 6.3e9 },
}
