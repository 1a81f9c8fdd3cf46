/** A webhook call of the WhatsApp Cloud API, as documented, with invented numbers. */
export const whatsAppCall = (account: string, value: Record<string, unknown>) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '96522280000', phone_number_id: account },
            ...value,
          },
          field: 'messages',
        },
      ],
    },
  ],
})
