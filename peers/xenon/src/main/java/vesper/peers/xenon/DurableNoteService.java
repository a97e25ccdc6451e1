package vesper.peers.xenon;

import com.vmware.xenon.common.StatefulService;

/** A service whose state is stored in Xenon's Lucene index, which is committed every five seconds. */
public final class DurableNoteService extends StatefulService {
    public static final String FACTORY_LINK = "/notes/durable";

    public DurableNoteService() {
        super(NoteState.class);
        toggleOption(ServiceOption.PERSISTENCE, true);
    }
}
