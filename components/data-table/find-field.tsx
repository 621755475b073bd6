import { ChevronDown, ChevronUp, Search, X } from "lucide-react"
import { useEffect, useRef } from "react"
import { useTranslations } from "use-intl"
import { Button } from "../ui/button"
import { IconButton } from "../ui/icon-button"
import { Input } from "../ui/input"
import type { Find } from "./find-rows"

/** Finds text in the loaded rows: a button that expands to a field, with steps between matches. */
export function FindField({ find }: { find: Find }) {
  const t = useTranslations("table")
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (find.isOpen) field.current?.select()
  }, [find.isOpen])
  if (!find.isOpen)
    return (
      <Button
        variant="ghost"
        size="sm"
        aria-label={t("find.label")}
        title={t("find.label")}
        onClick={find.open}
      >
        <Search aria-hidden="true" />
        <span className="hidden min-[1400px]:inline">{t("find.short")}</span>
      </Button>
    )
  return (
    <search className="flex min-w-0 max-w-full items-center gap-0.5 rounded-md border border-line-strong bg-surface pr-0.5 shadow-xs">
      <Input
        ref={field}
        size="sm"
        aria-label={t("find.label")}
        placeholder={t("find.label")}
        value={find.text}
        onChange={(event) => find.setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") find.close()
          if (event.key !== "Enter") return
          if (event.shiftKey) find.previous()
          else find.next()
        }}
        className="w-44 shrink border-0 bg-transparent dark:bg-transparent"
      />
      <span role="status" className="whitespace-nowrap px-1 text-ink-muted text-xs tabular">
        {find.wanted === "" ? "" : t("find.count", { found: find.found, rows: find.atHand })}
      </span>
      <IconButton
        label={t("find.previous")}
        size="sm"
        disabled={find.found === 0}
        onClick={find.previous}
      >
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton label={t("find.next")} size="sm" disabled={find.found === 0} onClick={find.next}>
        <ChevronDown aria-hidden="true" />
      </IconButton>
      <IconButton label={t("find.close")} size="sm" onClick={find.close}>
        <X aria-hidden="true" />
      </IconButton>
    </search>
  )
}
