package vesper.records;

import org.jspecify.annotations.Nullable;

/** A transaction that ignores every call. Used while nothing is tracked. */
enum NoTransaction implements OpenTransaction {
    NONE;

    @Override
    public String id() {
        return "";
    }

    @Override
    public Transaction type(@Nullable String type) {
        return this;
    }

    @Override
    public Transaction externalId(@Nullable String externalId) {
        return this;
    }

    @Override
    public Transaction sender(@Nullable String sender) {
        return this;
    }

    @Override
    public Transaction receiver(@Nullable String receiver) {
        return this;
    }

    @Override
    public Transaction state(@Nullable String name, @Nullable Object payload) {
        return this;
    }

    @Override
    public Transaction put(@Nullable String name, @Nullable Object value) {
        return this;
    }

    @Override
    public Transaction log(@Nullable String line) {
        return this;
    }

    @Override
    public Transaction link(@Nullable String relation, @Nullable String otherId) {
        return this;
    }

    @Override
    public OpenTransaction failed(@Nullable Throwable why) {
        return this;
    }

    @Override
    public void close() {}
}
