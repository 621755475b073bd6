import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { NoPermission } from "@/app/no-permission"
import { answerInTime } from "@/app/stream-answer"
import { History } from "@/components/activity/history"
import { DepartmentScreen } from "@/components/departments/editor/department-screen"
import { ProblemState } from "@/components/ui/problem-state"
import { shortenId } from "@/components/ui/short-id"
import { WaitingPage } from "@/components/ui/waiting-page"
import { fieldsOf, type ListOperation, parseGuid, patchOperations } from "@/lib/catalogue"
import { fieldLinks, readProblem } from "@/lib/client"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { domainsOf, mayWrite, type Session } from "@/lib/session"
import { loadDepartment, readName, readRows } from "./load-department"

type Props = PageProps<"/organisation/[id]">

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = parseGuid((await params).id)
  if (id === undefined) notFound()
  const t = await readTranslator("departments")
  return { title: (await readName(id)) ?? `${t("editor.type")} ${shortenId(id)}` }
}

export default async function DepartmentPage({ params }: Props) {
  const id = parseGuid((await params).id)
  if (id === undefined) notFound()
  const { session, list, answer } = await loadDepartment(id)
  if (!answer) return <NoPermission domain={list.domain} />
  const shown = <Department session={session} list={list} id={id} answer={answer} />
  if (await answerInTime(answer)) return shown
  const title = (await readTranslator("departments"))("editor.type")
  return (
    <WaitingPage title={title} until={answer.then(() => null)}>
      {shown}
    </WaitingPage>
  )
}

interface DepartmentProps {
  readonly session: Session
  readonly list: ListOperation
  readonly id: string
  readonly answer: Promise<Response>
}

async function Department({ session, list, id, answer: coming }: DepartmentProps) {
  const answer = await coming
  if (!answer.ok) return <ProblemState problem={await readProblem(answer)} operation={list} />
  const { rows, source, asOf } = await readRows(answer)
  const [record] = rows
  if (!record)
    return (
      <ProblemState
        problem={{ status: 404, code: "not_found", title: "", detail: "" }}
        operation={list}
      />
    )
  const catalogue = await readCatalogue()
  const activity = {
    list,
    patches: patchOperations(catalogue).filter((patch) => patch.record === list.record),
    mayWrite: mayWrite(session.roles),
  }
  return (
    <DepartmentScreen
      key={id}
      setup={{
        ...activity,
        id,
        fields: fieldsOf(catalogue, list),
        links: fieldLinks(catalogue, list, domainsOf(session.roles)),
        person: session.sub,
      }}
      first={{ record, source, asOf }}
      history={<History {...activity} record={id} />}
    />
  )
}
