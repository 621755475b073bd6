"use client"

import { Search } from "lucide-react"
import { lazy, Suspense, useEffect, useState } from "react"
import { useTranslations } from "use-intl"
import { Kbd } from "../ui/kbd"
import { keepKeysDuring } from "../ui/key-buffer"
import { useIsApple } from "../ui/use-is-apple"
import { onPaletteShortcut } from "./palette-shortcut"

/** The palette is read when somebody is about to open it. */
const loadPalette = () =>
  keepKeysDuring(import("./palette")).then(({ Palette }) => ({ default: Palette }))
const Palette = lazy(loadPalette)

/** Opens the command palette, as Ctrl K and ⌘ K do. */
export function PaletteButton() {
  const t = useTranslations("frame.palette")
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const apple = useIsApple()
  const change = (next: boolean) => {
    setOpen(next)
    if (next) setWasOpened(true)
  }
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "Control" || key === "Meta") void loadPalette()
    }
    window.addEventListener("keydown", onKeyDown)
    return () => window.removeEventListener("keydown", onKeyDown)
  }, [])
  useEffect(
    () =>
      onPaletteShortcut(() => {
        setOpen((before) => !before)
        setWasOpened(true)
      }),
    [],
  )
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onPointerEnter={loadPalette}
        onFocus={loadPalette}
        onClick={() => change(true)}
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
      {wasOpened ? (
        <Suspense>
          <Palette open={open} onOpenChange={change} />
        </Suspense>
      ) : null}
    </>
  )
}
