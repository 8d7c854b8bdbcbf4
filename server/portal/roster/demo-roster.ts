/** Invented telescopes, two at each site, for want of a roster file. No real instrument is described here. */
export const DEMO_ROSTER = `tid,name,site,design,aperture_mm,focal_length_mm,fov_x_arcmin,fov_y_arcmin,scale_arcsec_px,camera,filters,min_alt_deg,active
T1,Little Wombat,SSO,refractor,106,530,156,105,1.47,demo colour,OSC,20,true
T2,Big Wombat,SSO,reflector,430,2900,32,32,0.63,demo mono,L;R;G;B;Ha,25,true
T3,Sagebrush,UDRO,refractor,130,900,138,92,0.86,demo mono,L;R;G;B;Ha;OIII,20,true
T4,Mesa,UDRO,reflector,510,2280,37,37,0.8,demo mono,L;R;G;B,30,true
T5,Condor,DSC,reflector,500,1900,64,43,0.4,demo mono,L;R;G;B;Ha;SII;OIII,20,true
T6,Vizcacha,DSC,refractor,106,382,330,220,2.0,demo colour,OSC,15,true
T7,Sequoia,SRO,reflector,610,3960,30,20,0.4,demo mono,L;R;G;B,30,true
T8,Acorn,SRO,refractor,80,480,170,113,1.6,demo colour,OSC,20,false
T9,Almond,AC,reflector,320,1500,78,52,0.52,demo mono,L;R;G;B;Ha,30,true
T10,Saffron,AC,refractor,150,1050,118,79,0.74,demo mono,L;R;G;B,25,true
T11,Holm Oak,EYE,reflector,400,1600,80,53,0.48,demo mono,L;R;G;B;Ha,25,true
T12,Stork,EYE,refractor,100,550,225,150,1.4,demo colour,OSC,20,true
`;
