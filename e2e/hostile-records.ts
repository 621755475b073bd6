import pg from "pg"
import type { Payload } from "./hostile-payloads"
import { renewDocuments } from "./renew-documents"

/** The page of a record with payloads, and its payloads. */
export interface HostileRecord {
  readonly path: string
  readonly payloads: readonly Payload[]
}

/** How many payloads a record has, each in its own language. */
const eachRecord = 25

const chunks = (payloads: readonly Payload[]): Payload[][] =>
  Array.from({ length: Math.ceil(payloads.length / eachRecord) }, (_, index) =>
    payloads.slice(index * eachRecord, (index + 1) * eachRecord),
  )

const cultureOf = (index: number) => `en-x-${index}`

const postOf = (payloads: readonly Payload[]) => ({
  locales: payloads.map(({ html }, index) => ({
    culture: cultureOf(index),
    title: html,
    bodyText: html,
  })),
  medias: payloads.map(({ name, html }) => ({
    id: null,
    contentType: name,
    fileName: html,
    downloadUrl: /href="([^"]*)"/.exec(html)?.[1] ?? html,
    referenceUrl: html,
  })),
  mentions: payloads.map(({ html }) => ({ id: null, name: html, type: html, url: html })),
  permissions: [{ departments: payloads.map(({ html }) => ({ id: null, name: html, url: html })) }],
})

const culturesOf = (payloads: readonly Payload[]) =>
  payloads.map(({ html }, index) => ({
    cultureCode: cultureOf(index),
    sms: { body: html },
    email: { subject: html, body: html },
  }))

async function fillPosts(
  client: pg.Client,
  payloads: readonly Payload[],
): Promise<HostileRecord[]> {
  const { rows } = await client.query<{ module: string; id: string }>(
    "select in_module_id as module, id from reporting.content_post order by id",
  )
  const filled: HostileRecord[] = []
  for (const [index, part] of chunks(payloads).entries()) {
    const row = rows[index]
    if (!row) throw new Error("There are too few posts for all payloads.")
    const { locales, medias, mentions, permissions } = postOf(part)
    await client.query(
      "update reporting.content_post set locales = $2, medias = $3, mentions = $4, permissions = $5 where id = $1",
      [row.id, ...[locales, medias, mentions, permissions].map((value) => JSON.stringify(value))],
    )
    filled.push({ path: `/data/content-post/${row.module}/${row.id}`, payloads: part })
  }
  return filled
}

async function fillTemplates(
  client: pg.Client,
  payloads: readonly Payload[],
): Promise<HostileRecord[]> {
  const { rows } = await client.query<{ id: string }>(
    "select id from reporting.communication_template order by id",
  )
  const filled: HostileRecord[] = []
  for (const [index, part] of chunks(payloads).entries()) {
    const id = rows[index]?.id
    if (!id) throw new Error("There are too few templates for all payloads.")
    await client.query(
      "update reporting.communication_template set name = $2, communication_template_cultures = $3 where id = $1",
      [id, part[0]?.html, JSON.stringify(culturesOf(part))],
    )
    filled.push({ path: `/data/communication-template/${id}`, payloads: part })
  }
  return filled
}

/** Writes every payload into a text of a post and of a template in a service's database. */
export async function fillWithPayloads(databaseUrl: string, payloads: readonly Payload[]) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const filled = {
      posts: await fillPosts(client, payloads),
      templates: await fillTemplates(client, payloads),
    }
    for (const record of ["contentPost", "communicationTemplate"])
      await renewDocuments(client, record)
    return filled
  } finally {
    await client.end()
  }
}
