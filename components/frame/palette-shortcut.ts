import { keepKeys } from "../ui/key-buffer"

let open: (() => void) | undefined
let isRequested = false

const isShortcut = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === "k" && ctrlKey !== metaKey && !shiftKey && !altKey

const hasPalette = () => document.querySelector("[aria-keyshortcuts~='Control+K']") !== null

/** Listens for Ctrl K and ⌘ K on pages that have a palette, also before they come to life. */
export function listenForPalette(): void {
  window.addEventListener("keydown", (event) => {
    if (!isShortcut(event) || !hasPalette()) return
    event.preventDefault()
    keepKeys()
    if (open) open()
    else isRequested = true
  })
}

/** Called at the palette's shortcut, also of one that was pressed before; answers how to end that. */
export function onPaletteShortcut(listener: () => void): () => void {
  open = listener
  if (isRequested) listener()
  isRequested = false
  return () => {
    open = undefined
  }
}
