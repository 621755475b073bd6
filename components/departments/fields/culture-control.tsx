import { useLocale } from "use-intl"
import { cultureName } from "../../data-table"
import { sayCulture } from "../../edits/value-words"
import type { ControlProps } from "./control-props"
import { CultureList } from "./culture-list"
import { PickerButton } from "./picker-button"

/** One language. */
export function CultureControl(props: ControlProps) {
  const locale = useLocale()
  const code = typeof props.value === "string" && props.value !== "" ? props.value : undefined
  const text = code && sayCulture(code, (each) => cultureName(locale, each))
  return (
    <PickerButton control={props} text={text}>
      {(close) => (
        <CultureList
          label={props.label}
          chosen={code}
          onChoose={(chosen) => {
            props.onChange(chosen)
            close()
          }}
        />
      )}
    </PickerButton>
  )
}
