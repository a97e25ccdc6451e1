package vesper.documents;

/** Texts, which never change. */
record JsonForm(ForeignStates foreign) implements StateForm<JsonText> {
    @Override
    public JsonText own(Object value) {
        return value instanceof JsonText text ? text : JsonText.written(foreign.toBytes(value));
    }

    @Override
    public boolean isOwn(Object value) {
        return value instanceof JsonText;
    }

    @Override
    public byte[] toBytes(JsonText value) {
        return value.utf8();
    }

    @Override
    public JsonText fromBytes(byte[] bytes) {
        return JsonText.written(bytes);
    }
}
