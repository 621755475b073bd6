"use client"

import { useTranslations } from "use-intl"
import { cn } from "./class-names"
import type * as Parts from "./parts/combobox"
import {
  ClearIcon,
  type ComboboxProps,
  ComboboxText,
  clearClass,
  comboboxName,
  comboboxTriggerClass,
} from "./parts/combobox-face"
import { PlainTrigger, type PopupWait, usePopupWait } from "./parts/popup-later"

export type { ComboboxProps } from "./parts/combobox-face"

let parts: typeof Parts | undefined
const read = async () => {
  parts ??= await import("./parts/combobox")
}

/** One of many options, found by typing; descriptions are searched too. */
export function Combobox<Value extends string>(props: ComboboxProps<Value>) {
  const { isOver, wait } = usePopupWait(read, { isOpen: false, isKnown: parts !== undefined })
  return isOver && parts ? (
    <parts.ComboboxWithList {...props} trigger={wait.trigger} />
  ) : (
    <PlainCombobox {...props} wait={wait} />
  )
}

function PlainCombobox<Value extends string>(props: ComboboxProps<Value> & { wait: PopupWait }) {
  const { options, value, label, placeholder = label, size = "md", clearable, disabled } = props
  const t = useTranslations("common")
  const selected = options.find((option) => option.value === value) ?? null
  return (
    <span className={cn("relative inline-flex weak:w-full min-w-0", props.className)}>
      <PlainTrigger
        opens="dialog"
        watch={props.wait}
        role="combobox"
        aria-label={comboboxName(label, selected)}
        disabled={disabled}
        data-disabled={disabled ? "" : undefined}
        className={comboboxTriggerClass(size)}
      >
        <ComboboxText selected={selected} placeholder={placeholder} />
      </PlainTrigger>
      {clearable && selected ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t("clear")}
          onClick={() => props.onValueChange(null)}
          className={clearClass}
        >
          <ClearIcon />
        </button>
      ) : null}
    </span>
  )
}
