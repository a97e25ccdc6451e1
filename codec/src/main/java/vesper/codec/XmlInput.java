package vesper.codec;

import com.ctc.wstx.api.ReaderConfig;
import com.ctc.wstx.stax.WstxInputFactory;
import com.ctc.wstx.util.DefaultXmlSymbolTable;
import com.ctc.wstx.util.SymbolTable;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.exc.StreamConstraintsException;

/**
 * Woodstox with tables of names that hold under attack, one for each text. Its own find a name in a list of all that
 * have the same hash, whose seed does not tell names apart that were made to collide: 27,000 of them, one megabyte,
 * took three seconds. A {@link HashMap} makes a tree of such a list.
 */
final class XmlInput extends WstxInputFactory {
    @Override
    public ReaderConfig createPrivateConfig() {
        return getConfig().createNonShared(new Names());
    }

    private static final class Names extends SymbolTable {
        private static final int UNUSED_TABLE = 1;

        private final Map<String, String> names = new HashMap<>();

        Names() {
            super(false, UNUSED_TABLE);
            // Woodstox knows these two by their identity.
            for (String known :
                    new String[] {DefaultXmlSymbolTable.getXmlSymbol(), DefaultXmlSymbolTable.getXmlnsSymbol()})
                names.put(known, known);
        }

        @Override
        public String findSymbol(char[] text, int start, int length, int hash) {
            return findSymbol(new String(text, start, length));
        }

        @Override
        public String findSymbol(String name) {
            if (name.length() > Limits.NAME_LENGTH) throw new StreamConstraintsException("Name length");
            String known = names.putIfAbsent(name, name);
            return known == null ? name : known;
        }

        @Override
        public @Nullable String findSymbolIfExists(char[] text, int start, int length, int hash) {
            return names.get(new String(text, start, length));
        }

        @Override
        public int size() {
            return names.size();
        }
    }
}
