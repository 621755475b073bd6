import { redirect } from "next/navigation"
import type { ReactNode } from "react"
import { readNames, readSession } from "@/app/backend"
import { Frame } from "@/components/frame/frame"
import { framePagesFor } from "@/components/frame/frame-pages"
import { pageNames } from "@/components/frame/known-records"
import { navigationFor } from "@/components/frame/navigation-for"
import { mainRole } from "@/components/frame/person"
import { readCatalogue } from "@/lib/client/messages/read-messages"
import { domainsOf, mayWrite, personKey } from "@/lib/session"

/** A faulty workspace file only costs names here; pages that need the file report the fault. */
const emptyWorkspace = () => ({ entries: [] })

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const session = await readSession()
  if (!session) redirect("/signin")
  const domains = domainsOf(session.roles)
  const catalogue = await readCatalogue()
  const workspace = await readNames().then(({ workspace }) => workspace, emptyWorkspace)
  return (
    <Frame
      areas={navigationFor(catalogue, domains)}
      pages={framePagesFor(mayWrite(session.roles))}
      names={pageNames(catalogue, workspace, domains)}
      person={{
        id: session.sub,
        key: personKey(session.sub),
        name: session.name,
        email: session.email,
        role: mainRole(session.roles),
      }}
    >
      {children}
    </Frame>
  )
}
