// PostGraphile in its documented production setup, over one schema. Listens on a free loopback port
// that it sends to its parent.
import { createServer } from "node:http"
import { postgraphile } from "postgraphile"
import { makePgService } from "postgraphile/adaptors/pg"
import { grafserv } from "postgraphile/grafserv/node"
import { PostGraphileAmberPreset } from "postgraphile/presets/amber"

const { PEER_DATABASE_URL, PEER_SCHEMA, PEER_POOL_SIZE } = process.env

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      connectionString: PEER_DATABASE_URL,
      schemas: [PEER_SCHEMA],
      pubsub: false,
      poolConfig: { max: Number(PEER_POOL_SIZE) },
    }),
  ],
  grafserv: { graphiql: false, watch: false, websockets: false },
})

const server = createServer()
await instance.createServ(grafserv).addTo(server)
// Reads the schema before the first request.
await instance.getSchema()
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }))
