import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { NoPermission } from "@/components/frame/no-permission"
import { entriesOfKind } from "@/components/frame/visible-entries"
import { createLinkOf } from "@/components/records/field-links"
import { RecordPage } from "@/components/records/record-page"
import { relatedReports } from "@/components/records/related-reports"
import { ProblemState } from "@/components/ui/problem-state"
import { WaitingPage } from "@/components/ui/waiting-page"
import { answerInTime, readOperation, readSession, readWorkspace } from "@/lib/bff"
import {
  catalogue,
  fieldsOf,
  findOperation,
  type Operation,
  type PathParameters,
  parsePathParameters,
  printPath,
} from "@/lib/catalogue"
import { readProblem, readRecord } from "@/lib/client"
import { domainsOf, type Session } from "@/lib/session"

type Props = PageProps<"/records/[operation]/[...ids]">

/** The operation and path parameters that a record's address names; anything else is no page. */
async function parseAddress(params: Props["params"]) {
  const { operation: id, ids } = await params
  const operation = findOperation(catalogue, id)
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

async function nameOf(operation: Operation, parameters: PathParameters) {
  const [parameter = "", kind = ""] = Object.entries(operation.parameters).at(-1) ?? []
  const placed = entriesOfKind(await readWorkspace(), kind)
  return placed.find(({ entry }) => entry.id === parameters[parameter])?.entry.name
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

interface RecordAnswerProps {
  readonly operation: Operation
  readonly parameters: PathParameters
  readonly domains: ReturnType<typeof domainsOf>
  readonly answer: Promise<Response>
}

async function RecordAnswer({ operation, parameters, domains, answer: coming }: RecordAnswerProps) {
  const answer = await coming
  if (!answer.ok) return <ProblemState problem={await readProblem(answer)} operation={operation} />
  const { record, source, asOf } = await readRecord(answer)
  return (
    <RecordPage
      operation={operation}
      fields={fieldsOf(catalogue, operation)}
      record={record}
      related={relatedReports(catalogue, operation, parameters, domains)}
      linkOf={createLinkOf(catalogue, operation, parameters, domains)}
      source={source}
      asOf={asOf}
      name={await nameOf(operation, parameters)}
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
