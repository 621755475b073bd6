import type { Metadata } from "next"
import { NotFoundState } from "@/components/frame/not-found-state"
import { readTranslator } from "@/lib/client/messages/read-messages"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("errors"))("notFound.title") }
}

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <NotFoundState />
    </main>
  )
}
