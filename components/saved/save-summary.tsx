import { useMutation, useQueryClient } from "@tanstack/react-query"
import { BookmarkPlus } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { type Role, summaryReport } from "@/lib/catalogue"
import { renewViews, saveView } from "@/lib/client"
import { Button } from "../ui/button"
import { type Naming, NamingDialog } from "./naming-dialog"

interface SaveSummaryProps {
  /** The whole list that is summarised. */
  readonly list: string
  /** The summary's address, without its path. */
  readonly search: string
  /** The roles that it can be shared with. */
  readonly roles: readonly Role[]
}

/** Saves a summary under a name, for oneself or a role, and on Home where that is wanted. */
export function SaveSummary({ list, search, roles }: SaveSummaryProps) {
  const t = useTranslations("summaries.saving")
  const tiles = useTranslations("tiles")
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const save = useMutation({
    mutationFn: (naming: Naming) => saveView(summaryReport(list), { ...naming, search }),
    onSuccess: () => renewViews(client),
  })
  return (
    <>
      <Button
        size="sm"
        onClick={() => {
          save.reset()
          setOpen(true)
        }}
      >
        <BookmarkPlus aria-hidden="true" />
        {t("save")}
      </Button>
      {save.data ? (
        <span role="status" className="text-ink-muted text-xs">
          {t("saved", { name: save.data.name })}
        </span>
      ) : null}
      <NamingDialog
        asked={isOpen ? {} : undefined}
        title={t("createTitle")}
        note={t("createNote")}
        roles={roles}
        pin={tiles("pin")}
        busy={save.isPending}
        error={save.error}
        onName={(naming) =>
          save.mutateAsync(naming).then(
            () => true,
            () => false,
          )
        }
        onClose={() => setOpen(false)}
      />
    </>
  )
}
