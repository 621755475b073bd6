/** A press on a control: by the pointer, with where it was, or by a key. */
export type Press =
  | { readonly by: "pointer"; readonly x: number; readonly y: number; readonly pointer: string }
  | { readonly by: "key"; readonly key: string }

const pointerSteps = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"] as const

/** Makes a press again on the control that took the place of the pressed one. */
export function repeatPress(control: HTMLElement, press: Press): void {
  if (press.by === "pointer") {
    const { x: clientX, y: clientY, pointer: pointerType } = press
    const place = { clientX, clientY, pointerType, detail: 1, isPrimary: true }
    for (const step of pointerSteps)
      control.dispatchEvent(
        new PointerEvent(step, { ...place, bubbles: true, cancelable: true, composed: true }),
      )
  } else if (press.key === "Enter") control.click()
  else
    control.dispatchEvent(
      new KeyboardEvent("keydown", { key: press.key, bubbles: true, cancelable: true }),
    )
}

/** Tells a control that the pointer is on it, where the browser tells only of the next move. */
export function repeatEntry(control: HTMLElement): void {
  control.dispatchEvent(new PointerEvent("pointerover", { pointerType: "mouse", bubbles: true }))
}
