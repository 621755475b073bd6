import type { Metadata } from "next"
import { readNames, readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { answerInTime } from "@/app/stream-answer"
import { entriesOfKind } from "@/components/frame/known-records"
import { RecordPage } from "@/components/records/record-page"
import { knownLists, relatedReports } from "@/components/records/related-reports"
import { ProblemState } from "@/components/ui/problem-state"
import { shortenId } from "@/components/ui/short-id"
import { WaitingPage } from "@/components/ui/waiting-page"
import {
  fieldsOf,
  type Operation,
  ownValue,
  type PathParameters,
  type WorkspaceEntry,
} from "@/lib/catalogue"
import { fieldLinks, readProblem, readRecord } from "@/lib/client"
import { readCatalogue } from "@/lib/client/messages/read-messages"
import { type domainsOf, mayWrite } from "@/lib/session"
import { loadRecord, readListedNames, readTitle } from "./load-record"

type Props = PageProps<"/data/[operation]/[...ids]">

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: await readTitle(params) }
}

export default async function RecordRoute({ params }: Props) {
  const { operation, parameters, domains, answer, entry } = await loadRecord(params)
  if (!answer) return <NoPermission domain={operation.domain} />
  const shown = <RecordAnswer {...{ operation, parameters, domains, answer, entry }} />
  if (await answerInTime(answer)) return shown
  return (
    <WaitingPage title={operation.title} until={answer.then(() => null)}>
      {shown}
    </WaitingPage>
  )
}

/** The parts of a record's address by name, or by short id. */
async function aboutOf(operation: Operation, parameters: PathParameters): Promise<string> {
  const { containers } = await readCatalogue()
  const { workspace } = await readNames()
  return Object.entries(operation.parameters)
    .map(([parameter, kind]) => {
      const id = ownValue(parameters, parameter) ?? ""
      const named = entriesOfKind(workspace, kind).find(({ entry }) => entry.id === id)
      return `${ownValue(containers, kind)?.title ?? kind}: ${named?.entry.name ?? shortenId(id)}`
    })
    .join(" · ")
}

interface RecordAnswerProps {
  readonly operation: Operation
  readonly parameters: PathParameters
  readonly domains: ReturnType<typeof domainsOf>
  readonly answer: Promise<Response>
  readonly entry: WorkspaceEntry | undefined
}

async function RecordAnswer(props: RecordAnswerProps) {
  const { operation, parameters, domains, entry } = props
  const answer = (await props.answer).clone()
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
      names={await readListedNames(operation, record, domains)}
      isAdministrator={mayWrite((await readSession())?.roles ?? [])}
    />
  )
}
