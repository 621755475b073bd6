import { type CxOptions, cx } from "class-variance-authority"

/**
 * Joins class names. Classes on one element must not conflict, except with `weak:` ones
 * (`app/globals.css`), which any class overrides, so that callers can restyle a component.
 */
export const cn = (...classes: CxOptions): string => cx(classes)

/** A primitive's props with `className` as plain text. */
export type Styled<Props> = Omit<Props, "className"> & { readonly className?: string | undefined }
