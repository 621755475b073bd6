import { FileQuestion } from "lucide-react"
import Link from "next/link"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { buttonVariants } from "../ui/button"
import { EmptyState } from "../ui/empty-state"

export async function NotFoundState() {
  const t = await readTranslator("errors")
  return (
    <EmptyState
      isPage
      className="my-auto"
      icon={FileQuestion}
      title={t("notFound.title")}
      actions={
        <Link href="/" className={buttonVariants()}>
          {t("actions.home")}
        </Link>
      }
    >
      {t("notFound.detail")}
    </EmptyState>
  )
}
