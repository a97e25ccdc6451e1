package vesper.peers.xenon;

import com.vmware.xenon.common.ServiceDocument;
import vesper.peers.documents.State;

/**
 * A {@link State} as Xenon wants it: public fields beside those that every document of Xenon has. As many versions are
 * kept as of the example services that Xenon ships, which is what Vesper keeps by default.
 */
@ServiceDocument.IndexingParameters(versionRetention = 100, versionRetentionFloor = 20)
public final class NoteState extends ServiceDocument {
    public long number;
    public String text = "";

    static NoteState of(State state) {
        var note = new NoteState();
        note.number = state.number();
        note.text = state.text();
        return note;
    }
}
