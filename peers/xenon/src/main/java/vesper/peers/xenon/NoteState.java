package vesper.peers.xenon;

import com.vmware.xenon.common.ServiceDocument;
import vesper.peers.documents.State;

/**
 * A {@link State} in the form of Xenon: public fields in addition to those of every Xenon document. The number of
 * retained versions is that of Xenon's example services, which is also Vesper's default.
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
