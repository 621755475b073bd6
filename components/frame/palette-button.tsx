"use client"

import { Search } from "lucide-react"
import dynamic from "next/dynamic"
import { useEffect, useState } from "react"
import { useTranslations } from "use-intl"
import { Kbd } from "../ui/kbd"
import { useIsApple } from "../ui/use-is-apple"

const Palette = dynamic(() => import("./palette").then((part) => part.Palette))

const isShortcut = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === "k" && ctrlKey !== metaKey && !shiftKey && !altKey

/** Opens the command palette, like Ctrl K and ⌘ K. */
export function PaletteButton() {
  const t = useTranslations("frame.palette")
  /** Undefined until first opened. */
  const [isOpen, setOpen] = useState<boolean>()
  const apple = useIsApple()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      setOpen((before) => !before)
    }
    window.addEventListener("keydown", onKeyDown)
    return () => window.removeEventListener("keydown", onKeyDown)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onPointerEnter={() => void import("./palette")}
        onClick={() => setOpen(true)}
        className="flex h-8 items-center gap-2 rounded-md text-ink-muted transition-colors hover:bg-hover hover:text-ink max-lg:w-8 max-lg:justify-center lg:border lg:bg-surface lg:pr-1.5 lg:pl-2.5 xl:w-56"
      >
        <Search className="size-4 shrink-0" aria-hidden="true" />
        <span className="flex-1 truncate text-left text-ink-faint max-lg:sr-only">
          {t("button")}
        </span>
        <span className="flex gap-0.5 max-lg:hidden" aria-hidden="true">
          <Kbd>{apple ? "⌘" : "Ctrl"}</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      {isOpen === undefined ? null : <Palette open={isOpen} onOpenChange={setOpen} />}
    </>
  )
}
