// Cube in its production setup, with only PostgreSQL: its queue in memory, its rollups in the
// source database. Listens on a free loopback port that it sends to its parent.
import gateway from "@cubejs-backend/api-gateway"
import PostgresDriver from "@cubejs-backend/postgres-driver"
import cube from "@cubejs-backend/server-core"
import express from "express"

const { PEER_DATABASE_URL, PEER_SCHEMA, PEER_ROLLUP_SCHEMA } = process.env
// One instance both answers queries and builds rollups.
process.env.CUBEJS_PRE_AGGREGATIONS_BUILDER = "true"

const rollups = `
  pre_aggregations: {
    daily: {
      measures: [CUBE.total], time_dimension: CUBE.time, granularity: \`day\`,
      external: false, refresh_key: { every: \`1 day\` },
    },
    hourly_by_label: {
      measures: [CUBE.total, CUBE.valued], dimensions: [CUBE.label],
      time_dimension: CUBE.time, granularity: \`hour\`,
      external: false, refresh_key: { every: \`1 day\` },
    },
    daily_by_label: {
      measures: [CUBE.highest], dimensions: [CUBE.label],
      time_dimension: CUBE.time, granularity: \`day\`,
      external: false, refresh_key: { every: \`1 day\` },
    },
    monthly_by_store: {
      measures: [CUBE.points], dimensions: [CUBE.store],
      time_dimension: CUBE.time, granularity: \`month\`,
      external: false, refresh_key: { every: \`1 day\` },
    },
  },`

const printCube = (name, more) => `
cube(\`${name}\`, {
  sql_table: \`${PEER_SCHEMA}.data_point\`,
  refresh_key: { every: \`1 day\` },
  measures: {
    points: { type: \`count\` },
    valued: { sql: \`value\`, type: \`count\` },
    total: { sql: \`value\`, type: \`sum\` },
    highest: { sql: \`value\`, type: \`max\` },
    average: { sql: \`\${CUBE.total} / \${CUBE.valued}\`, type: \`number\` },
  },
  dimensions: {
    label: { sql: \`label\`, type: \`string\` },
    store: { sql: \`department_id\`, type: \`string\` },
    time: { sql: \`time_stamp\`, type: \`time\` },
  },${more}
})`

const model = [
  { fileName: "plain_points.js", content: printCube("plain_points", "") },
  { fileName: "rolled_points.js", content: printCube("rolled_points", rollups) },
]

/**
 * Omits what needs Cube's compiled module, which npm does not have: the SQL API, and Jinja in
 * models. Nothing else of this version needs it.
 */
class ApiGateway extends gateway.ApiGateway {
  createSQLServerInstance() {}
}
class ServerCore extends cube.CubejsServerCore {
  createApiGatewayInstance(...parts) {
    return new ApiGateway(...parts)
  }
  createCompilerApi(...parts) {
    const compiler = super.createCompilerApi(...parts)
    compiler.nativeInstance = { newJinjaEngine() {} }
    return compiler
  }
}

const core = new ServerCore({
  dbType: "postgres",
  // The same session settings as the product's own series.
  driverFactory: () =>
    new PostgresDriver({
      connectionString: PEER_DATABASE_URL,
      options: "-c jit=off -c work_mem=64MB",
    }),
  apiSecret: "bench",
  checkAuth: () => {},
  devServer: false,
  telemetry: false,
  scheduledRefreshTimer: false,
  cacheAndQueueDriver: "memory",
  preAggregationsSchema: PEER_ROLLUP_SCHEMA,
  repositoryFactory: () => ({ dataSchemaFiles: async () => model }),
  logger: (message, { error }) => {
    if (error) console.error(message, error)
  },
})

const app = express()
await core.initApp(app)
const server = app.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }))
