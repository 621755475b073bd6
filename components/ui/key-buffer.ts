/** After what opens is there, it takes the focus within so many frames, or not at all. */
const focusFrames = 60
/** Nobody waits longer for what opens to be loaded. */
const maxWaitMs = 30_000

/** Keys that were pressed while what they are meant for was not there yet. */
interface Keeping {
  readonly keys: string[]
  frames: number
  readonly until: number
  /** They are being handed over. */
  isEnding: boolean
}

let keeping: Keeping | undefined
let loading = 0

type TextField = HTMLInputElement | HTMLTextAreaElement

/** What has the focus, as far as text can be typed into it. */
function focusedField(): TextField | undefined {
  const { activeElement: at } = document
  if (at instanceof HTMLTextAreaElement) return at
  return at instanceof HTMLInputElement && at.selectionStart !== null ? at : undefined
}

const isEditing = () =>
  focusedField() !== undefined ||
  document.activeElement?.matches("input, select, iframe, [contenteditable]") === true

const nextFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))

function countFrames(held: Keeping) {
  requestAnimationFrame(() => {
    if (keeping !== held || held.isEnding) return
    if (loading === 0) held.frames -= 1
    if (held.frames <= 0 || Date.now() > held.until) keeping = undefined
    else countFrames(held)
  })
}

/** Keeps the keys that are pressed from now on for the text field that is about to get the focus; in vain, they are dropped. */
export function keepKeys(): void {
  if (!keeping && !isEditing()) begin()
}

function begin() {
  const until = Date.now() + maxWaitMs
  keeping = { keys: [], frames: focusFrames, until, isEnding: false }
  countFrames(keeping)
}

/** Counts no frames while something that opens is loaded. */
export function keepKeysDuring<T>(load: Promise<T>): Promise<T> {
  const end = () => {
    loading -= 1
    if (keeping) keeping.frames = focusFrames
  }
  loading += 1
  load.then(end, end)
  return load
}

function insertText(field: TextField, text: string) {
  const { selectionStart, selectionEnd, value } = field
  field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, "end")
  field.dispatchEvent(
    new InputEvent("input", { bubbles: true, inputType: "insertText", data: text }),
  )
}

/** The printable keys that stand first. */
function takeText(keys: string[]): string {
  const end = keys.findIndex((key) => key.length > 1)
  return keys.splice(0, end === -1 ? keys.length : end).join("")
}

/** Presses in a field what was kept for it, in order; what is pressed meanwhile comes after it. */
async function handOver(held: Keeping, field: TextField) {
  held.isEnding = true
  await nextFrame()
  while (keeping === held && held.keys.length > 0 && focusedField() === field) {
    const text = takeText(held.keys)
    if (text) insertText(field, text)
    else {
      const key = held.keys.shift() ?? ""
      field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
    }
    await nextFrame()
  }
  if (keeping !== held) return
  held.isEnding = false
  if (held.keys.length > 0) countFrames(held)
  else keeping = undefined
}

const opener = "[aria-haspopup=dialog]:not([aria-expanded=true])"
const popup = "[role=dialog], [role=menu], [role=listbox]"
const acting = ["Enter", " ", "ArrowDown", "ArrowUp"]

const isOpener = ({ target }: Event, selector = opener) =>
  target instanceof Element && target.closest(selector) !== null

const isText = (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, altKey } = event
  const isPlain = !(ctrlKey || metaKey || altKey) || event.getModifierState("AltGraph")
  return key.length === 1 && isPlain && !event.isComposing
}

/** What is open without a text field has its own use for a key. */
const isForPopup = ({ keys }: Keeping, key: string) =>
  keys.length === 0 && acting.includes(key) && document.activeElement?.closest(popup) !== null

const isWanted = (held: Keeping, event: KeyboardEvent) =>
  (held.isEnding || !isEditing()) &&
  (isText(event) || acting.includes(event.key) || event.key === "Backspace") &&
  !isForPopup(held, event.key)

function keep({ keys }: Keeping, { key, repeat }: KeyboardEvent) {
  if (key === "Backspace") {
    if (keys.at(-1)?.length === 1) keys.pop()
  } else if (!(repeat && key === "Enter")) keys.push(key)
}

function stop(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}

function onKeyDown(event: KeyboardEvent) {
  if (!event.isTrusted) return
  const { key } = event
  if (!keeping) {
    const isArrow = key === "ArrowDown" || key === "ArrowUp"
    if (isArrow && isOpener(event, `[role=combobox]${opener}`)) keepKeys()
  } else if (key === "Escape" || key === "Tab") keeping = undefined
  else if (isWanted(keeping, event)) {
    stop(event)
    keep(keeping, event)
  }
}

/** A blank presses a button when it is let go. */
function onKeyUp(event: KeyboardEvent) {
  if (event.isTrusted && event.key === " " && keeping?.keys.includes(" ")) stop(event)
}

function onPointerDown(event: Event) {
  if (!event.isTrusted) return
  keeping = undefined
  // The field that has the focus now is about to lose it.
  if (isOpener(event)) begin()
}

/** A click by a key comes without a pointer. */
function onClick(event: MouseEvent) {
  if (event.isTrusted && event.detail === 0 && isOpener(event)) keepKeys()
}

function onFocus() {
  const field = focusedField()
  if (field && keeping && !keeping.isEnding) void handOver(keeping, field)
}

/**
 * From now on no key is lost between the press on what opens a dialog, with a mouse or by a key, and the moment
 * in which the dialog's first text field has the focus: it gets them in order.
 */
export function listenForKeys(): void {
  const capture = { capture: true }
  window.addEventListener("keydown", onKeyDown, capture)
  window.addEventListener("keyup", onKeyUp, capture)
  window.addEventListener("pointerdown", onPointerDown, capture)
  window.addEventListener("click", onClick, capture)
  window.addEventListener("focusin", onFocus, capture)
}
