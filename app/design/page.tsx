import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { messages } from "@/lib/client/messages"
import { Actions } from "./actions"
import { Colours } from "./colours"
import { Feedback } from "./feedback"
import { Inputs } from "./inputs"
import { Overlays } from "./overlays"
import { Structure } from "./structure"

const { title, intro } = messages.design

export const metadata: Metadata = { title }

// biome-ignore lint/style/noProcessEnv: a constant of the build; the page is for those who build pages
const isDevelopment = process.env.NODE_ENV === "development"

export default function DesignPage() {
  if (!isDevelopment) notFound()
  return (
    <main className="mx-auto max-w-5xl space-y-6 p-4 sm:p-8">
      <header>
        <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
        <p className="mt-1 text-ink-muted">{intro}</p>
      </header>
      <Colours />
      <Actions />
      <Inputs />
      <Overlays />
      <Structure />
      <Feedback />
    </main>
  )
}
