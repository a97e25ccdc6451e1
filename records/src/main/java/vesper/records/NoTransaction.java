package vesper.records;

import org.jspecify.annotations.Nullable;

/** Stands where nothing is tracked. */
enum NoTransaction implements OpenTransaction {
    NONE;

    @Override
    public String id() {
        return "";
    }

    @Override
    public Transaction type(String type) {
        return this;
    }

    @Override
    public Transaction externalId(String externalId) {
        return this;
    }

    @Override
    public Transaction sender(String sender) {
        return this;
    }

    @Override
    public Transaction receiver(String receiver) {
        return this;
    }

    @Override
    public Transaction state(String name, @Nullable Object payload) {
        return this;
    }

    @Override
    public Transaction put(String name, @Nullable Object value) {
        return this;
    }

    @Override
    public Transaction log(String line) {
        return this;
    }

    @Override
    public Transaction link(String relation, String otherId) {
        return this;
    }

    @Override
    public OpenTransaction failed(Throwable why) {
        return this;
    }

    @Override
    public void close() {}
}
