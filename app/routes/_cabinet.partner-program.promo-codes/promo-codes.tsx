import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { Form } from "#app/components/form";
import { TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SelectField } from "#app/components/form/select-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { FaqLink } from "#app/components/layout/faq-link";
import { useLanguage, useTranslations } from "#app/components/translations";
import { EmptyState } from "#app/components/ui/empty-state";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { percentText } from "#app/lib/numbers";
import { paths } from "#app/paths";
import type { PageData } from "./load.server";

type Promo = PageData;
type Props = Promo & { lastResult?: SubmissionResult<string[]> | undefined };

/** The client's promo codes, and the form to create one. */
export function PromoCodes({ codes, available, rules, lastResult }: Props) {
  const t = useTranslations("partner");
  const language = useLanguage();
  const percent = (discount: number) => percentText(discount, language);
  const [form, fields] = useContractForm(() => import("./form").then((module) => module.promoForm), {
    id: "promo-form",
    lastResult,
    defaultValue: { discount: available.at(-1)?.toString() },
  });
  const columns: Column<Promo["codes"][number]>[] = [
    { key: "name", label: t("promoName"), cell: ({ name }) => name, isRowHeader: true },
    {
      key: "discount",
      label: t("discount"),
      phonePosition: "figure",
      cell: ({ discount }) => percent(discount),
      numeric: true,
    },
    { key: "uses", label: t("uses"), cell: ({ useCount }) => useCount, numeric: true },
    {
      key: "actions",
      label: t("actions"),
      hideLabel: true,
      numeric: true,
      phonePosition: "state",
      cell: ({ id }) => (
        <Link className="button danger" to={paths.deletePromoCode(id)} preventScrollReset>
          {t("deletePromo")}
        </Link>
      ),
    },
  ];
  return (
    <section id="promo-codes" aria-labelledby="promo-title">
      <div className="halves">
        <div className="card">
          <h2 id="promo-title">{t("promoTitle")}</h2>
          {codes.length === 0 ? (
            <EmptyState title={t("promoEmpty")}>{t("promoEmptyText")}</EmptyState>
          ) : (
            <Table caption={t("promoTitle")} columns={columns} rows={codes} rowKey={({ id }) => id} />
          )}
          <p className="small muted">{t("promoText")}</p>
        </div>
        <div className="card">
          <h2>{t("newPromo")}</h2>
          <Form method="post" action={paths.promoCodes} of={form}>
            <FormError form={form} />
            <TextField
              field={fields.name}
              label={t("promoName")}
              hint={t("promoNameHint")}
              autoComplete="off"
              spellCheck={false}
            />
            <SelectField
              field={fields.discount}
              label={t("discount")}
              hint={rules}
              options={available.map((discount) => ({ value: String(discount), label: percent(discount) }))}
            />
            <SubmitButton name="intent" value="createPromoCode">
              {t("createPromo")}
            </SubmitButton>
            <FaqLink question="make-promo-code" />
          </Form>
        </div>
      </div>
    </section>
  );
}
