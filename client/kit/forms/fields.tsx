/** Form controls, each with its label, hint and error. */
import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type TextareaHTMLAttributes,
  useId,
  useRef,
} from "react";
import { CodeOffer } from "./code-offer.tsx";
import { Field, type Form, type Values } from "./form.tsx";
import { takePaste } from "./paste.ts";
import { Tick } from "../ui/tick.tsx";

interface Common<V extends Values> {
  form: Form<V>;
  name: keyof V & string;
  label: ReactNode;
  hint?: ReactNode;
  className?: string;
}

type InputProps<V extends Values> =
  & Common<V>
  & Pick<
    InputHTMLAttributes<HTMLInputElement>,
    | "type"
    | "autoComplete"
    | "placeholder"
    | "required"
    | "readOnly"
    | "inputMode"
    | "maxLength"
    | "min"
    | "max"
  >
  & { after?: ReactNode };

/** For a text field that takes links. */
export const LINKS = {
  label: "Links (optional)",
  hint: "Separated by commas",
  placeholder: "https://",
  inputMode: "url",
} as const;

export const splitLinks = (typed: string): string[] =>
  typed.split(",").map((link) => link.trim()).filter((link) => link !== "");

export function TextField<V extends Values>(props: InputProps<V>) {
  const { form, name, label, hint, className, after, ...input } = props;
  return (
    <Field label={label} hint={hint} error={form.errors[name]} className={className}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            {...input}
            name={name}
            className="input w-full"
            value={String(form.values[name] ?? "")}
            onChange={(event) => form.set(name, event.target.value as V[typeof name])}
          />
          {after}
        </div>
      )}
    </Field>
  );
}

/** Submits the form with Ctrl+Enter, or Command+Enter on a Mac. */
export function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

type AreaProps<V extends Values> =
  & Common<V>
  & Pick<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    "rows" | "placeholder" | "required" | "maxLength"
  >
  & { isCode?: boolean; isMarkdown?: boolean; onInput?: () => void };

export function AreaField<V extends Values>(props: AreaProps<V>) {
  const { form, name, label, hint, className, rows = 4, isCode, isMarkdown, onInput, ...area } =
    props;
  const text = String(form.values[name] ?? "");
  return (
    <Field label={label} hint={hint} error={form.errors[name]} className={className}>
      {(control) => (
        <>
          <textarea
            {...control}
            {...area}
            name={name}
            rows={rows}
            spellCheck={!isCode}
            className={`textarea w-full field-sizing-content max-h-[60vh] ${
              isCode ? "font-mono text-sm" : ""
            }`}
            style={{ minHeight: `${rows * 1.6 + 1}em` }}
            value={text}
            onChange={(event) => {
              form.set(name, event.target.value as V[typeof name]);
              onInput?.();
            }}
            onPaste={(event) => isMarkdown && takePaste(event)}
            onKeyDown={submitOnEnter}
          />
          {isMarkdown && <CodeOffer id={control.id} text={text} />}
        </>
      )}
    </Field>
  );
}

type SelectProps<V extends Values> = Common<V> & {
  options: readonly (readonly [value: string, text: string])[];
  required?: boolean;
};

export function SelectField<V extends Values>(props: SelectProps<V>) {
  const { form, name, label, hint, className, options, required } = props;
  return (
    <Field label={label} hint={hint} error={form.errors[name]} className={className}>
      {(control) => (
        <select
          {...control}
          name={name}
          required={required}
          className="select w-full"
          value={String(form.values[name] ?? "")}
          onChange={(event) => form.set(name, event.target.value as V[typeof name])}
        >
          {options.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
        </select>
      )}
    </Field>
  );
}

export function CheckField<V extends Values>(props: Omit<Common<V>, "className">) {
  const { form, name, label, hint } = props;
  return (
    <Checkbox
      label={label}
      hint={hint}
      isOn={form.values[name] === true}
      onChange={(isOn) => form.set(name, isOn as V[typeof name])}
    />
  );
}

interface CheckboxProps extends Pick<Common<Values>, "label" | "hint"> {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function Checkbox({ label, hint, isOn, onChange }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <Tick isOn={isOn} onTick={onChange} aria-describedby={hint ? id : undefined}>
        <span className="font-semibold">{label}</span>
      </Tick>
      {hint && <p id={id} className="mt-1 text-sm text-muted">{hint}</p>}
    </div>
  );
}

export function FileField(
  { label, hint, error, accept, multiple, onPick }: {
    label: ReactNode;
    hint?: ReactNode;
    error?: string | undefined;
    accept?: string;
    multiple?: boolean;
    onPick: (files: File[]) => void;
  },
) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          ref={input}
          type="file"
          accept={accept}
          multiple={multiple}
          className="file-input w-full"
          onChange={() => onPick([...(input.current?.files ?? [])])}
        />
      )}
    </Field>
  );
}
