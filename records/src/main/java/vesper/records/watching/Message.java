package vesper.records.watching;

import java.io.IOException;

/** Something that one receiver is to be told. */
interface Message {
    /**
     * Made when its turn comes, so that those who wait hold no contents.
     *
     * @throws IOException where it is not there any more
     */
    byte[] json() throws IOException;

    /** What it is, for people: {@code record 0198…}. */
    String name();

    /** It was told, or given up. */
    void over();
}
