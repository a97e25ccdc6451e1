package vesper.documents;

/** States that are JSON texts, which are immutable. */
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
