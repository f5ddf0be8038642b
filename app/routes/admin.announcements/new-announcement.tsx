import { useOperationText } from "#app/components/admin/operation-text";
import { Form } from "#app/components/form";
import { FormError } from "#app/components/form/form-error";
import { messageText } from "#app/components/form/messages";
import { useLanguage, useTranslations } from "#app/components/translations";
import type { previewAnnouncement } from "#contract/admin/index";
import type { Output } from "#contract/endpoint";
import { languages } from "#contract/languages";

type Props = {
  typed: Record<string, string>;
  errors: Record<string, string[] | null | undefined>;
  /** Null if there are too many to choose from. */
  plans: readonly { value: string; label: string | null }[] | null;
  preview: Output<typeof previewAnnouncement> | null;
  idempotencyKey: string;
};

const segments = ["all", "servers", "plan", "partners"] as const;
const texts = ["subjectEn", "textEn", "subjectRu", "textRu"] as const;

/** The form of an announcement; after its preview also the send button. */
export function NewAnnouncement({ typed, errors, plans, preview, idempotencyKey }: Props) {
  const t = useTranslations("admin");
  const text = useOperationText();
  return (
    <section className="card">
      <h2>{t("newAnnouncement")}</h2>
      <FormError form={{ errors: errors[""] ?? undefined }} />
      <Form method="post" className="form">
        <Whom typed={typed} plans={plans} wrongPlan={errors.plan?.[0]} />
        {texts.map((name) => (
          <AnnouncementField key={name} name={name} value={typed[name]} wrong={errors[name]?.[0]} />
        ))}
        <button type="submit" name="intent" value="preview" className={preview ? "button" : "button primary"}>
          {t("preview")}
        </button>
      </Form>
      {preview?.emails.map(({ language, subject, text: body }) => (
        <section key={language}>
          <h3>{t("previewOf", { language: text.value(language) })}</h3>
          <p>
            <strong>{subject}</strong>
          </p>
          <p className="said" lang={language}>
            {body}
          </p>
        </section>
      ))}
      {preview && preview.count === 0 && <p>{t("nobodyGets")}</p>}
      {preview && preview.count > 0 && (
        <Form method="post" idempotencyKey={idempotencyKey} className="row">
          {Object.entries(typed).map(
            ([name, value]) =>
              name !== "intent" && <input key={name} type="hidden" name={name} value={value} />,
          )}
          <input type="hidden" name="count" value={preview.count} />
          <label htmlFor="perMinute">{t("perMinute")}</label>
          <input
            id="perMinute"
            name="perMinute"
            className="input short"
            inputMode="numeric"
            defaultValue="100"
          />
          <button type="submit" name="intent" value="send" className="button danger">
            {t("sendTo", { count: preview.count })}
          </button>
        </Form>
      )}
    </section>
  );
}

type WhomProps = Pick<Props, "typed" | "plans"> & { wrongPlan: string | undefined };

function Whom({ typed, plans, wrongPlan }: WhomProps) {
  const t = useTranslations("admin");
  const text = useOperationText();
  const language = useLanguage();
  const isWrong = wrongPlan ? true : undefined;
  return (
    <div className="row">
      <div className="field">
        <label htmlFor="segment">{t("segment")}</label>
        <select id="segment" name="segment" className="input" defaultValue={typed.segment ?? "all"}>
          {segments.map((segment) => (
            <option key={segment} value={segment}>
              {t(`segment_${segment}`)}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="plan">{t("planId")}</label>
        {plans ? (
          <select
            id="plan"
            name="plan"
            className="input"
            defaultValue={typed.plan ?? ""}
            aria-invalid={isWrong}
          >
            <option value="">{t("anyOf")}</option>
            {plans.map(({ value, label }) => (
              <option key={value} value={value}>
                {label ?? value}
              </option>
            ))}
          </select>
        ) : (
          <input id="plan" name="plan" className="input" defaultValue={typed.plan} aria-invalid={isWrong} />
        )}
        {wrongPlan && <p className="error">{messageText(language, wrongPlan)}</p>}
      </div>
      <div className="field">
        <label htmlFor="language">{t("onlyLanguage")}</label>
        <select id="language" name="language" className="input" defaultValue={typed.language ?? ""}>
          <option value="">{t("bothLanguages")}</option>
          {languages.map((one) => (
            <option key={one} value={one}>
              {text.value(one)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

type AnnouncementFieldProps = {
  name: (typeof texts)[number];
  value: string | undefined;
  wrong: string | undefined;
};

function AnnouncementField({ name, value, wrong }: AnnouncementFieldProps) {
  const t = useTranslations("admin");
  const language = useLanguage();
  const control = {
    id: name,
    name,
    className: "input",
    defaultValue: value,
    "aria-invalid": wrong ? true : undefined,
  };
  return (
    <div className="field">
      <label htmlFor={name}>{t(name)}</label>
      {name.startsWith("text") ? <textarea rows={6} {...control} /> : <input {...control} />}
      {wrong && <p className="error">{messageText(language, wrong)}</p>}
    </div>
  );
}
