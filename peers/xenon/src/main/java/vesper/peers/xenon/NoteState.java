package vesper.peers.xenon;

import com.vmware.xenon.common.ServiceDocument;
import vesper.peers.documents.State;

/** A {@link State} as Xenon wants it: public fields beside those that every document of Xenon has. */
public final class NoteState extends ServiceDocument {
    /** As the example services that Xenon ships, and as Vesper by default. */
    static final int VERSIONS_KEPT = 100;

    public long number;
    public String text = "";

    static NoteState of(State state) {
        var note = new NoteState();
        note.number = state.number();
        note.text = state.text();
        return note;
    }
}
