package io.sluice.app.http;

import io.sluice.app.file.HttpSettings;
import io.sluice.app.run.QueryStartException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Whose certificates an instance accepts from the others: whom its own keystore vouches for, as instances with one self-signed
 * certificate need it, or else Java's store.
 */
final class Trust implements X509TrustManager {
    private final X509TrustManager own;
    private final X509TrustManager usual;

    private Trust(X509TrustManager own, X509TrustManager usual) {
        this.own = own;
        this.usual = usual;
    }

    /** @throws QueryStartException when the keystore cannot be read */
    static SSLContext of(HttpSettings.Tls tls) {
        try {
            KeyStore store = tls.open();
            KeyStore vouching = KeyStore.getInstance(KeyStore.getDefaultType());
            vouching.load(null, null);
            for (String alias : Collections.list(store.aliases())) {
                vouching.setCertificateEntry(alias, store.getCertificate(alias));
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Trust(manager(vouching), manager(null))}, null);
            return context;
        } catch (GeneralSecurityException | IOException refused) {
            throw new QueryStartException(
                    QueryStartException.Subject.SETTINGS,
                    "http.tls.keystore = " + tls.keystore() + ": cannot be read (" + refused.getMessage()
                            + "); check file and password",
                    refused);
        }
    }

    private static X509TrustManager manager(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager found) {
                return found;
            }
        }
        throw new IllegalStateException("Java has no trust manager for X.509");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
        try {
            own.checkServerTrusted(chain, kind);
        } catch (CertificateException unknown) {
            usual.checkServerTrusted(chain, kind);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
        usual.checkClientTrusted(chain, kind);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return usual.getAcceptedIssuers();
    }
}
