import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { ThemeSwitch } from "@/components/frame/theme-switch"
import { ProblemState } from "@/components/ui/problem-state"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { Actions } from "./actions"
import { Colours } from "./colours"
import { Feedback } from "./feedback"
import { ForcedStates } from "./forced-states"
import { Inputs } from "./inputs"
import { Overlays } from "./overlays"
import { Structure } from "./structure"
import { TableSpecimens } from "./tables"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("design"))("title") }
}

// biome-ignore lint/style/noProcessEnv: a constant of the build; the page is for those who build pages
const isDevelopment = process.env.NODE_ENV === "development"

export default async function DesignPage() {
  if (!isDevelopment) notFound()
  const t = await readTranslator("design")
  return (
    <main className="mx-auto max-w-5xl space-y-6 p-4 sm:p-8">
      <header className="flex items-start justify-between gap-4">
        <div>
          <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
          <p className="mt-1 text-ink-muted">{t("intro")}</p>
        </div>
        <ThemeSwitch />
      </header>
      <ForcedStates />
      <Colours />
      <Actions />
      <Inputs />
      <Overlays />
      <Structure />
      <TableSpecimens />
      <Feedback>
        <ProblemState
          problem={{ status: 503, code: "upstream_unavailable", title: "", detail: "" }}
        />
      </Feedback>
    </main>
  )
}
