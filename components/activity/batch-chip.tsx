import { useQuery } from "@tanstack/react-query"
import { X } from "lucide-react"
import Link from "next/link"
import { useTranslations } from "use-intl"
import { batchesOptions } from "@/lib/client"

export interface BatchChipProps {
  readonly batch: string
  readonly onRemove: () => void
}

/** Says that only one batch is shown, leads to its page, and takes the filter away. */
export function BatchChip({ batch, onRemove }: BatchChipProps) {
  const t = useTranslations("activity.filter")
  const { data } = useQuery(batchesOptions())
  const title = data?.find(({ id }) => id === batch)?.title
  return (
    <span className="inline-flex h-7 max-w-full items-stretch overflow-hidden rounded-md border border-line-strong bg-surface text-xs shadow-xs">
      <Link
        href={`/departments/batches/${batch}`}
        prefetch={false}
        className="flex min-w-0 items-center px-2 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="truncate">{title ? t("batch", { title }) : t("oneBatch")}</span>
      </Link>
      <button
        type="button"
        aria-label={t("removeBatch")}
        onClick={onRemove}
        className="grid w-6 shrink-0 place-items-center border-l text-ink-faint hover:bg-hover hover:text-ink focus-visible:-outline-offset-2"
      >
        <X className="size-3.5" aria-hidden="true" />
      </button>
    </span>
  )
}
