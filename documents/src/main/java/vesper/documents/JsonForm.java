package vesper.documents;

/** Texts, which never change. */
record JsonForm() implements StateForm<JsonText> {
    @Override
    public JsonText own(JsonText value) {
        return value;
    }

    @Override
    public byte[] toBytes(JsonText value) {
        return value.utf8();
    }

    @Override
    public JsonText fromBytes(byte[] bytes) {
        return JsonText.written(bytes);
    }

    @Override
    public int knownSizeBytes(JsonText value) {
        return value.sizeBytes();
    }
}
