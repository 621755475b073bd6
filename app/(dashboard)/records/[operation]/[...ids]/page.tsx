import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { NoPermission } from "@/components/frame/no-permission"
import { entriesOfKind } from "@/components/frame/visible-entries"
import { knownLists } from "@/components/records/known-lists"
import { RecordPage } from "@/components/records/record-page"
import { relatedReports } from "@/components/records/related-reports"
import { ProblemState } from "@/components/ui/problem-state"
import { shortenId } from "@/components/ui/short-id"
import { WaitingPage } from "@/components/ui/waiting-page"
import { answerInTime, readOperation, readSession, readWorkspace } from "@/lib/bff"
import {
  fieldsOf,
  findOperation,
  type Operation,
  type PathParameters,
  parsePathParameters,
  printPath,
} from "@/lib/catalogue"
import { fieldLinks, readProblem, readRecord } from "@/lib/client"
import { readCatalogue } from "@/lib/client/messages/read-catalogue"
import { domainsOf, type Session } from "@/lib/session"

type Props = PageProps<"/records/[operation]/[...ids]">

/** The operation and path parameters that a record's address names; anything else is no page. */
async function parseAddress(params: Props["params"]) {
  const { operation: id, ids } = await params
  const operation = findOperation(await readCatalogue(), id)
  if (operation?.kind !== "single") notFound()
  const names = Object.keys(operation.parameters)
  if (ids.length !== names.length) notFound()
  const raw = Object.fromEntries(names.map((name, index) => [name, ids[index]]))
  const parsed = parsePathParameters(operation, raw)
  if (!parsed.ok) notFound()
  return { operation, parameters: parsed.parameters }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await parseAddress(params)).operation.title }
}

/** What the workspace says about a record; a faulty workspace costs names only. */
async function entryOf(operation: Operation, parameters: PathParameters) {
  const [parameter = "", kind = ""] = Object.entries(operation.parameters).at(-1) ?? []
  const workspace = await readWorkspace().catch(() => ({ entries: [] }))
  const placed = entriesOfKind(workspace, kind)
  return placed.find(({ entry }) => entry.id === parameters[parameter])?.entry
}

export default async function RecordRoute({ params }: Props) {
  const { operation, parameters } = await parseAddress(params)
  const session = await readSession()
  const domains = domainsOf(session?.roles ?? [])
  if (!domains.has(operation.domain)) return <NoPermission domain={operation.domain} />
  const answer = readAnswer(session, operation, parameters)
  const shown = <RecordAnswer {...{ operation, parameters, domains, answer }} />
  if (await answerInTime(answer)) return shown
  return (
    <WaitingPage title={operation.title} until={answer.then(() => null)}>
      {shown}
    </WaitingPage>
  )
}

/** What a record's address names, in words: each thing with its name, else the short form of its id. */
async function aboutOf(operation: Operation, parameters: PathParameters): Promise<string> {
  const { containers } = await readCatalogue()
  const workspace = await readWorkspace().catch(() => ({ entries: [] }))
  return Object.entries(operation.parameters)
    .map(([parameter, kind]) => {
      const id = parameters[parameter] ?? ""
      const named = entriesOfKind(workspace, kind).find(({ entry }) => entry.id === id)
      return `${containers[kind]?.title ?? kind}: ${named?.entry.name ?? shortenId(id)}`
    })
    .join(" · ")
}

interface RecordAnswerProps {
  readonly operation: Operation
  readonly parameters: PathParameters
  readonly domains: ReturnType<typeof domainsOf>
  readonly answer: Promise<Response>
}

async function RecordAnswer({ operation, parameters, domains, answer: coming }: RecordAnswerProps) {
  const answer = await coming
  if (!answer.ok)
    return (
      <ProblemState
        problem={await readProblem(answer)}
        operation={operation}
        about={await aboutOf(operation, parameters)}
      />
    )
  const { record, source, asOf } = await readRecord(answer)
  const catalogue = await readCatalogue()
  const entry = await entryOf(operation, parameters)
  const place = { record: operation, parameters, domains, children: entry?.children ?? [] }
  return (
    <RecordPage
      operation={operation}
      fields={fieldsOf(catalogue, operation)}
      record={record}
      related={relatedReports(catalogue, operation, parameters, domains)}
      lists={knownLists(catalogue, place)}
      parameters={parameters}
      links={fieldLinks(catalogue, operation, domains)}
      source={source}
      asOf={asOf}
      name={entry?.name}
    />
  )
}

const readAnswer = (
  session: Session | undefined,
  operation: Operation,
  parameters: PathParameters,
) =>
  readOperation({
    session,
    method: operation.method,
    path: printPath(operation, parameters),
    search: "",
  })
