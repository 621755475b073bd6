import { FileQuestion } from "lucide-react"
import Link from "next/link"
import { translator } from "@/lib/client/messages"
import { buttonVariants } from "../ui/button"
import { EmptyState } from "../ui/empty-state"

/** An address that leads nowhere, with a way back. */
export function NotFoundState() {
  const t = translator("errors")
  return (
    <EmptyState
      isPage
      className="my-auto"
      icon={FileQuestion}
      title={t("notFound.title")}
      actions={
        <Link href="/" className={buttonVariants()}>
          {t("actions.overview")}
        </Link>
      }
    >
      {t("notFound.detail")}
    </EmptyState>
  )
}
